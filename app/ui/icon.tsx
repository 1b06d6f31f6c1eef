import { spriteUrl } from 'virtual:icon-sprite'
import type { ComponentType, ReactElement } from 'react'

type IconProps = { className?: string; strokeWidth?: number; 'aria-hidden'?: boolean }

const icons = new Map<string, ComponentType<IconProps>>()

/** An icon of lucide-react, drawn from the build's one file of icons in the colour of the text (iconsPlugin). */
export function spriteIcon(name: string): ComponentType<IconProps> {
  const known = icons.get(name)
  if (known) return known
  const drawing = <use href={`${spriteUrl}#${name}`} />
  const made = (props: IconProps) => svgOf(drawing, props)
  icons.set(name, made)
  return made
}

const svgOf = (drawing: ReactElement, { className, ...rest }: IconProps) => (
  <svg aria-hidden className={className ? `icon ${className}` : 'icon'} {...rest}>
    {drawing}
  </svg>
)
