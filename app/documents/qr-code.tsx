/**
 * A QR code, dark on light in every theme, with the border of four modules that readers need.
 * @param modules its rows, of `1` (dark) and `0`
 */
export function QrCode({
  modules,
  label,
  className,
}: {
  modules: readonly string[]
  label: string
  className?: string
}) {
  const size = modules.length + 8
  const path = modules.flatMap((row, y) =>
    [...row].map((dark, x) => (dark === '1' ? `M${x + 4} ${y + 4}h1v1h-1z` : '')),
  )
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={className}
    >
      <path d={path.join('')} fill="currentColor" />
    </svg>
  )
}
