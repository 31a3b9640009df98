// The sounds of a page, made by the browser: a bell of two notes, and the warning of a clock. There is no file to fetch.

/** The frequencies of the notes (Hz), and when each begins (seconds). */
const NOTES = [
  [523.25, 0],
  [783.99, 0.16],
];
const LOUDNESS = 0.07;
/** How long a note takes to fade (seconds). */
const FADING = 0.9;

/** @type {AudioContext | null} */
let audio = null;

/** Plays the sound. A browser plays none on a page that nobody has touched yet. */
export function ring() {
  if (!navigator.userActivation?.hasBeenActive || !("AudioContext" in window)) return;
  audio ??= new AudioContext();
  void audio.resume();
  for (const [frequency, after] of NOTES) play(audio, frequency, audio.currentTime + after);
}

/** @type {(audio: AudioContext, frequency: number, at: number) => void} */
function play(audio, frequency, at) {
  const note = new OscillatorNode(audio, { type: "sine", frequency });
  const volume = new GainNode(audio, { gain: 0 });
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(LOUDNESS, at + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + FADING);
  note.connect(volume).connect(audio.destination);
  note.start(at);
  note.stop(at + FADING);
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
