import type { SVGProps } from 'react'
import { drawingGrid, drawingLine } from './drawing.ts'

/** A drawing by hand (`drawing.ts`), in the colour of the text around it. What is inside is drawn under it. */
export function DrawnLines({
  path,
  label,
  children,
  ...rest
}: { path: string; label: string } & Omit<SVGProps<SVGSVGElement>, 'path'>) {
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${drawingGrid.width} ${drawingGrid.height}`}
      fill="none"
      stroke="currentColor"
      strokeWidth={drawingLine}
      strokeLinecap="round"
      strokeLinejoin="round"
      {...rest}
    >
      {children}
      <path d={path} />
    </svg>
  )
}
