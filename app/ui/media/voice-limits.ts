/** What the recorder makes, and what the server takes of it: at most ten minutes, and so many samples of loudness. */
export const maxVoiceMs = 600_000
export const waveformSamples = 50
