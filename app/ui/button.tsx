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

const variants: Record<ButtonVariant, string> = {
  primary: 'border-transparent bg-primary text-primary-foreground hover:bg-primary/90',
  secondary: 'border-transparent bg-secondary text-secondary-foreground hover:bg-secondary/85',
  outline:
    'border-input/60 bg-transparent text-foreground hover:border-input hover:bg-accent hover:text-accent-foreground',
  ghost: 'border-transparent bg-transparent text-foreground hover:bg-accent hover:text-accent-foreground',
  destructive: 'border-transparent bg-destructive text-destructive-foreground hover:bg-destructive/90',
}

const sizes: Record<ButtonSize, string> = {
  sm: 'min-h-9 px-3 py-1 text-sm sm:min-h-8 sm:px-2.5',
  md: 'min-h-11 px-4 py-1.5 text-base sm:min-h-9 sm:px-3.5 sm:text-sm',
  lg: 'min-h-12 px-6 py-2 text-base sm:min-h-11',
  icon: 'size-11 shrink-0 p-0 sm:size-9',
}

export function buttonClass(
  { variant = 'primary', size = 'md', wide = false }: ButtonLook,
  className?: string,
): string {
  return classes(
    'inline-flex cursor-pointer select-none items-center justify-center gap-2 rounded-md border text-center font-medium transition-colors',
    'aria-disabled:cursor-not-allowed aria-disabled:opacity-60 disabled:cursor-not-allowed disabled:opacity-60',
    variants[variant],
    sizes[size],
    wide && 'w-full sm:w-auto',
    className,
  )
}

export function ButtonContent({ size, icon: Icon, iconEnd: IconEnd, children }: ButtonLook & { children?: ReactNode }) {
  return (
    <>
      {Icon && <Icon aria-hidden className="size-4 shrink-0" />}
      {size === 'icon' ? <span className="sr-only">{children}</span> : children}
      {IconEnd && <IconEnd aria-hidden className="size-4 shrink-0 rtl:-scale-x-100" />}
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
