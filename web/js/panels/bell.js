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
let context = null;

/** Plays the sound. A browser plays none on a page that nobody has touched yet. */
export function ring() {
  if (!navigator.userActivation?.hasBeenActive || !("AudioContext" in window)) return;
  context ??= new AudioContext();
  void context.resume();
  for (const [frequency, after] of NOTES) play(context, frequency, context.currentTime + after);
}

/** @type {(context: AudioContext, frequency: number, at: number) => void} */
function play(context, frequency, at) {
  const note = new OscillatorNode(context, { type: "sine", frequency });
  const volume = new GainNode(context, { gain: 0 });
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(LOUDNESS, at + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + FADING);
  note.connect(volume).connect(context.destination);
  note.start(at);
  note.stop(at + FADING);
}
