export type Size = { width: number; height: number }

/** A picture inside a box, never larger than it is. */
export function fitInto(size: Size, box: Size): Size {
  const scale = Math.min(1, box.width / size.width, box.height / size.height)
  return { width: Math.max(1, Math.round(size.width * scale)), height: Math.max(1, Math.round(size.height * scale)) }
}
