// A soft sound: two notes, made by the browser.

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
