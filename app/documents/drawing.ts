/**
 * A drawing by hand: the data of an SVG path of straight lines between whole numbers on a grid, `M10 20L14 22L19 21M40 20L40 20`. A stroke
 * is one `M` and at least one `L`, and a drawing has exactly one form, so that its SHA-256 proves it. It says neither how fast nor
 * how hard anybody drew.
 */
export const drawingGrid = { width: 900, height: 300 }

/** The width of a line on the grid. */
export const drawingLine = 6

/** The longest signatures have some 600 points. */
export const maxDrawingPoints = 2000

/** The least that a signature is wide or high, on the grid: less is a touch by mistake. */
const leastExtent = 30

const number = '(?:0|[1-9]\\d{0,2})'
const wholeDrawing = new RegExp(`^(?:M${number} ${number}(?:L${number} ${number})+)+$`)
/** `L899 299` */
const charactersOfPoint = 8

type DrawingFault = 'unreadable' | 'tooLong' | 'tooSmall'

/** What is wrong with a drawing; null if nothing is. */
export function drawingFault(path: string): DrawingFault | null {
  if (path.length > maxDrawingPoints * charactersOfPoint) return 'tooLong'
  if (!wholeDrawing.test(path)) return 'unreadable'
  const points = pointsOf(path)
  if (points.length > maxDrawingPoints) return 'tooLong'
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  if (Math.max(...xs) >= drawingGrid.width || Math.max(...ys) >= drawingGrid.height) return 'unreadable'
  const extent = Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys))
  return extent < leastExtent ? 'tooSmall' : null
}

/** How many points a drawing has. */
export const countPoints = (path: string): number => path.match(/[ML]/g)?.length ?? 0

const pointsOf = (path: string) =>
  [...path.matchAll(/[ML](\d+) (\d+)/g)].map(([, x, y]): [number, number] => [Number(x), Number(y)])
