import { Link, type LinkProps } from '@remix-run/react'
import type { LucideIcon } from 'lucide-react'
import { type ButtonHTMLAttributes, forwardRef, type ReactNode } from 'react'
import { classes } from '#app/ui/classes.ts'
import { useIsRefused } from '#app/ui/refused-addresses.ts'

export type ButtonVariant = 'primary' | 'secondary' | 'outline' | 'ghost' | 'destructive'
export type ButtonSize = 'sm' | 'md' | 'lg' | 'icon'

export interface ButtonLook {
  variant?: ButtonVariant
  size?: ButtonSize
  /** Before the text. With size `icon` the text becomes the icon's label. */
  icon?: LucideIcon
  /** After the text, for arrows and chevrons. */
  iconEnd?: LucideIcon
  /** Full width on phones. */
  wide?: boolean
}

/** The class names of a button's look, which rows.css describes. */
export function buttonClass(
  { variant = 'primary', size = 'md', wide = false }: ButtonLook,
  className?: string,
): string {
  return classes(`button button-${variant} button-${size}`, wide && 'w-full sm:w-auto', className)
}

export function ButtonContent({ size, icon: Icon, iconEnd: IconEnd, children }: ButtonLook & { children?: ReactNode }) {
  return (
    <>
      {Icon && <Icon aria-hidden />}
      {size === 'icon' ? <span className="sr-only">{children}</span> : children}
      {IconEnd && <IconEnd aria-hidden />}
    </>
  )
}

export type ButtonProps = ButtonLook & ButtonHTMLAttributes<HTMLButtonElement>

/** A button that does not submit. Use SubmitButton to submit and ButtonLink to navigate. */
export const Button = forwardRef<HTMLButtonElement, ButtonProps>(function Button(
  { variant, size, icon, iconEnd, wide, className, children, type = 'button', ...rest },
  ref,
) {
  return (
    <button ref={ref} type={type} className={buttonClass({ variant, size, wide }, className)} {...rest}>
      <ButtonContent size={size} icon={icon} iconEnd={iconEnd}>
        {children}
      </ButtonContent>
    </button>
  )
})

export type ButtonLinkProps = ButtonLook & LinkProps

/**
 * A link that looks like a button, for those only who are not refused where it leads. Set `reloadDocument` for files and other
 * sites.
 */
export function ButtonLink({ variant, size, icon, iconEnd, wide, className, children, ...rest }: ButtonLinkProps) {
  if (useIsRefused(rest.to)) return null
  return (
    <Link
      className={buttonClass({ variant, size, wide }, className)}
      data-reload={rest.reloadDocument || undefined}
      {...rest}
    >
      <ButtonContent size={size} icon={icon} iconEnd={iconEnd}>
        {children}
      </ButtonContent>
    </Link>
  )
}
