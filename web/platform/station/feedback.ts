let audio: AudioContext | undefined

/** Two sounds that are told apart in a noisy hall: one short and high, one long and low in two beats. */
const sounds = {
  good: [[1320, 0, 0.09]],
  bad: [
    [220, 0, 0.18],
    [180, 0.24, 0.28],
  ],
} as const satisfies Record<string, readonly (readonly [hertz: number, from: number, seconds: number])[]>
const shakes = { good: [40], bad: [120, 80, 200] } as const

/** Says by ear and hand what the screen says by colour, shape and word. */
export function feedback(kind: 'good' | 'bad'): void {
  navigator.vibrate?.([...shakes[kind]])
  try {
    audio ??= new AudioContext()
    for (const [hertz, from, seconds] of sounds[kind]) beep(audio, hertz, from, seconds)
  } catch {
    // No sound device: screen and vibration remain.
  }
}

function beep(to: AudioContext, hertz: number, from: number, seconds: number): void {
  const tone = to.createOscillator()
  const volume = to.createGain()
  const start = to.currentTime + from
  tone.type = 'square'
  tone.frequency.value = hertz
  volume.gain.setValueAtTime(0.25, start)
  volume.gain.exponentialRampToValueAtTime(0.01, start + seconds)
  tone.connect(volume).connect(to.destination)
  tone.start(start)
  tone.stop(start + seconds)
}
