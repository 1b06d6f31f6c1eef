import { liveCount } from './live-count.ts'

/** The number of missed calls that the reader has not looked at, up to 100; it comes with the bell's. */
export const { set: setMissedCalls, use: useMissedCalls } = liveCount()
