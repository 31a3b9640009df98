// Sounds, made by the browser: there is no file to fetch. Without permission to make a sound there is silence.

/** @type {AudioContext | undefined} */
let context;

/** Some soft notes, one after the other. @param {number} notes how many */
export function chime(notes) {
  try {
    context ??= new AudioContext();
    void context.resume();
    for (let at = 0; at < notes; at += 1) playNote(context, context.currentTime + at * 0.22);
  } catch {
    // There is no way to make a sound here.
  }
}

/** @type {(context: AudioContext, at: number) => void} */
function playNote(context, at) {
  const [tone, volume] = [context.createOscillator(), context.createGain()];
  tone.frequency.value = 587;
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(0.12, at + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.001, at + 0.2);
  tone.connect(volume).connect(context.destination);
  tone.start(at);
  tone.stop(at + 0.21);
}
