/** Hears of Back and Forward; returns whether that was all of it, so that the router does nothing. */
type Mover = (event: PopStateEvent) => boolean

const movers: Mover[] = []

/** Hears of Back and Forward before the router and before those who were added earlier. Returns a function that ends it. */
export function onMove(mover: Mover): () => void {
  movers.unshift(mover)
  return () => {
    movers.splice(movers.indexOf(mover), 1)
  }
}

// From the moment this module has loaded, which is before the router listens: it would load the page again. Chromium calls the listeners of
// this event by their age alone, whether they capture or not.
if (typeof window !== 'undefined') {
  window.addEventListener('popstate', (event) => {
    if (movers.some((mover) => mover(event))) event.stopImmediatePropagation()
  })
}
