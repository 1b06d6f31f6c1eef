/** Browsers slow the timers of tabs in the background down to one a second; those of a worker go on. `data` is the period (ms). */
self.onmessage = ({ data }: MessageEvent<number>) => {
  setInterval(() => self.postMessage(null), data)
}
