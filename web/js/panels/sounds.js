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
/** A note of a clock's warning, which is heard over others. */
const CHIME = { frequency: 587, every: 0.22, fading: 0.2 };
const LOUDNESS = 0.07;
const CHIME_LOUDNESS = 0.12;

/** @type {AudioContext | null} */
let audio = null;
/** How many notes have not faded yet. */
let sounding = 0;

/** Plays a sound. A browser plays none on a page that nobody has touched yet. @param {Sound} name */
export function sound(name) {
  if (!navigator.userActivation?.hasBeenActive || !("AudioContext" in window)) return;
  const context = awake();
  for (const [frequency, after, fading] of SOUNDS[name]) play(context, frequency, context.currentTime + after, fading);
}

/** Some soft notes, one after the other. @param {number} notes how many */
export function chime(notes) {
  try {
    const context = awake();
    for (let at = 0; at < notes; at += 1) play(context, CHIME.frequency, context.currentTime + at * CHIME.every, CHIME.fading, CHIME_LOUDNESS);
  } catch {
    // There is no way to make a sound here.
  }
}

/** What makes sounds, running. */
function awake() {
  audio ??= new AudioContext();
  void audio.resume();
  return audio;
}

/** @type {(context: AudioContext, frequency: number, at: number, fading: number, loudness?: number) => void} */
function play(context, frequency, at, fading, loudness = LOUDNESS) {
  const note = new OscillatorNode(context, { type: "sine", frequency });
  const volume = new GainNode(context, { gain: 0 });
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(loudness, at + Math.min(0.02, fading / 20));
  volume.gain.exponentialRampToValueAtTime(0.0001, at + fading);
  note.connect(volume).connect(context.destination);
  sounding += 1;
  note.addEventListener("ended", () => {
    sounding -= 1;
    // A context that runs keeps a processor busy with silence, and a phone's loudspeaker on.
    if (sounding === 0) void context.suspend();
  });
  note.start(at);
  note.stop(at + fading);
}
