/** Two short notes. Browsers play nothing before somebody has used the page; then it stays silent. */
export function playTone(): void {
  if (typeof AudioContext === 'undefined') return
  const context = new AudioContext()
  if (context.state !== 'running') return void context.close()
  const gain = new GainNode(context, { gain: 0 })
  gain.connect(context.destination)
  for (const [at, frequency] of [
    [0, 660],
    [0.12, 880],
  ] as const) {
    const note = new OscillatorNode(context, { frequency })
    note.connect(gain)
    note.start(context.currentTime + at)
    note.stop(context.currentTime + at + 0.2)
    note.onended = at > 0 ? () => void context.close() : null
  }
  // It fades in and out, because a cut note clicks.
  gain.gain.linearRampToValueAtTime(0.1, context.currentTime + 0.02)
  gain.gain.linearRampToValueAtTime(0, context.currentTime + 0.32)
}
