// The sounds of a page, made by the browser: a bell of two notes when it is one's turn, a knock on wood for a turn and two for a
// capture, three notes at the end, and the warning of a clock. There is no file to fetch.

/** @typedef {keyof typeof SOUNDS} Sound */

/** For each note its frequency (Hz), when it begins, and how long it takes to fade (seconds). */
const SOUNDS = {
  mine: [
    [523.25, 0, 0.9],
    [783.99, 0.16, 0.9],
  ],
  turn: [[220, 0, 0.14]],
  capture: [
    [247, 0, 0.12],
    [165, 0.1, 0.2],
  ],
  end: [
    [392, 0, 0.7],
    [493.88, 0.18, 0.7],
    [587.33, 0.36, 1.1],
  ],
};
const LOUDNESS = 0.07;

/** @type {AudioContext | null} */
let audio = null;

/** Plays a sound. A browser plays none on a page that nobody has touched yet. @param {Sound} name */
export function sound(name) {
  if (!navigator.userActivation?.hasBeenActive || !("AudioContext" in window)) return;
  audio ??= new AudioContext();
  void audio.resume();
  for (const [frequency, after, fading] of SOUNDS[name]) play(audio, frequency, audio.currentTime + after, fading);
}

/** @type {(audio: AudioContext, frequency: number, at: number, fading: number) => void} */
function play(audio, frequency, at, fading) {
  const note = new OscillatorNode(audio, { type: "sine", frequency });
  const volume = new GainNode(audio, { gain: 0 });
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(LOUDNESS, at + Math.min(0.02, fading / 20));
  volume.gain.exponentialRampToValueAtTime(0.0001, at + fading);
  note.connect(volume).connect(audio.destination);
  note.start(at);
  note.stop(at + fading);
}

/** Some soft notes, one after the other. @param {number} notes how many */
export function chime(notes) {
  try {
    audio ??= new AudioContext();
    void audio.resume();
    for (let at = 0; at < notes; at += 1) playTone(audio, audio.currentTime + at * 0.22);
  } catch {
    // There is no way to make a sound here.
  }
}

/** @type {(context: AudioContext, at: number) => void} */
function playTone(context, at) {
  const [tone, volume] = [context.createOscillator(), context.createGain()];
  tone.frequency.value = 587;
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(0.12, at + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.001, at + 0.2);
  tone.connect(volume).connect(context.destination);
  tone.start(at);
  tone.stop(at + 0.21);
}
