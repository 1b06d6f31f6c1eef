/** Where a key leads in a grid that is filled row by row; null for a key that does not move. `rightward` is -1 from right to left. */
export function gridMove(
  key: string,
  { index, count, columns, rightward }: { index: number; count: number; columns: number; rightward: 1 | -1 },
): number | null {
  const steps: Record<string, number> = {
    ArrowRight: rightward,
    ArrowLeft: -rightward,
    ArrowDown: columns,
    ArrowUp: -columns,
  }
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  const step = steps[key]
  if (step === undefined) return null
  const to = index + step
  return to < 0 || to >= count ? index : to
}
