export type Box = { x: number; y: number; width: number; height: number }

/** Where the pictures of a recording are: a shared screen large with everybody beside it, or everybody in a grid. */
export function layoutOf(
  people: number,
  hasScreen: boolean,
  width: number,
  height: number,
): { screen: Box | null; tiles: Box[] } {
  if (hasScreen) {
    const side = Math.round(width / 5)
    const tileHeight = Math.min(Math.round((side * 9) / 16), Math.floor(height / Math.max(1, people)))
    const tiles = Array.from({ length: people }, (_, index) => ({
      ...{ x: width - side, y: index * tileHeight, width: side, height: tileHeight },
    }))
    return { screen: { x: 0, y: 0, width: width - side, height }, tiles }
  }
  const columns = people <= 1 ? 1 : people <= 4 ? 2 : people <= 6 ? 3 : 4
  const rows = Math.max(1, Math.ceil(people / columns))
  const tile = { width: Math.floor(width / columns), height: Math.floor(height / rows) }
  const tiles = Array.from({ length: people }, (_, index) => {
    const row = Math.floor(index / columns)
    const inRow = Math.min(columns, people - row * columns)
    // The last row is in the middle.
    const indent = Math.floor((width - inRow * tile.width) / 2)
    return { x: indent + (index % columns) * tile.width, y: row * tile.height, ...tile }
  })
  return { screen: null, tiles }
}

/** The part of a picture that fills a box (`cover`), or the part of the box that shows all of it (`contain`). */
export function fitted(
  picture: { width: number; height: number },
  box: Box,
  how: 'cover' | 'contain',
): { from: Box; to: Box } {
  const whole = { x: 0, y: 0, width: picture.width, height: picture.height }
  const scales = [box.width / picture.width, box.height / picture.height]
  if (how === 'contain') {
    const scale = Math.min(...scales)
    const [width, height] = [picture.width * scale, picture.height * scale]
    return {
      from: whole,
      to: { x: box.x + (box.width - width) / 2, y: box.y + (box.height - height) / 2, width, height },
    }
  }
  const scale = Math.max(...scales)
  const [width, height] = [box.width / scale, box.height / scale]
  return { from: { x: (picture.width - width) / 2, y: (picture.height - height) / 2, width, height }, to: box }
}
