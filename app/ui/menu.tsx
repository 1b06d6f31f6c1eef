import { Link, type LinkProps } from '@remix-run/react'
import type { LucideIcon } from 'lucide-react'
import { type ButtonHTMLAttributes, type ReactNode, useEffect, useRef } from 'react'
import { ButtonContent, type ButtonLook, buttonClass } from '#app/ui/button.tsx'
import { classes } from '#app/ui/classes.ts'
import { useIsRefused } from '#app/ui/refused-addresses.ts'

export interface MenuProps extends ButtonLook {
  /** The button's text; with size `icon`, its accessible name. */
  label: ReactNode
  /** Replaces the button's look, for example with an avatar. */
  trigger?: ReactNode
  align?: 'start' | 'end'
  side?: 'below' | 'above'
  /** Called with whether the menu is open now, when that changes. */
  onToggle?: (isOpen: boolean) => void
  children: ReactNode
}

/**
 * A button that opens a list of links and small forms. It uses native `<details>`; with JavaScript an outside click,
 * Escape or a choice closes it (`useMenuClosing`, once per document).
 */
export function Menu({
  label,
  trigger,
  align = 'end',
  side = 'below',
  onToggle,
  children,
  variant = 'outline',
  size,
  icon,
  iconEnd,
}: MenuProps) {
  const box = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    // It may have been opened before the page was hydrated.
    if (box.current?.open) onToggle?.(true)
  }, [onToggle])
  return (
    <details
      ref={box}
      name="menu"
      onToggle={onToggle && (({ currentTarget }) => onToggle(currentTarget.open))}
      className="relative inline-block print:hidden"
    >
      <summary
        className={
          trigger
            ? 'flex min-h-9 cursor-pointer list-none items-center rounded-md'
            : buttonClass({ variant, size }, 'list-none')
        }
      >
        {trigger ? (
          <>
            {trigger}
            <span className="sr-only">{label}</span>
          </>
        ) : (
          <ButtonContent size={size} icon={icon} iconEnd={iconEnd}>
            {label}
          </ButtonContent>
        )}
      </summary>
      <div
        className={classes(
          'absolute z-40 w-max max-w-[calc(100vw-2rem)] min-w-48 rounded-md border border-border bg-popover p-1 text-popover-foreground shadow',
          align === 'end' ? 'end-0' : 'start-0',
          side === 'below' ? 'top-full mt-1.5' : 'bottom-full mb-1.5',
        )}
      >
        {children}
      </div>
    </details>
  )
}

export interface MenuItemLook {
  icon?: LucideIcon
  destructive?: boolean
  current?: boolean
}

const itemClass = ({ destructive, current }: MenuItemLook) =>
  classes('menu-item', destructive && 'is-destructive', current && 'font-semibold')

/** An entry that leads somewhere, for those only who are not refused there. */
export function MenuLink({ icon: Icon, destructive, current, children, ...rest }: MenuItemLook & LinkProps) {
  if (useIsRefused(rest.to)) return null
  return (
    <Link className={itemClass({ destructive, current })} aria-current={current ? 'true' : undefined} {...rest}>
      {Icon && <Icon aria-hidden />}
      {children}
    </Link>
  )
}

/** Submits the `<Form>` around it; use one form per button. */
export function MenuButton({
  icon: Icon,
  destructive,
  current,
  children,
  type = 'submit',
  ...rest
}: MenuItemLook & ButtonHTMLAttributes<HTMLButtonElement>) {
  return (
    <button type={type} className={itemClass({ destructive, current })} {...rest}>
      {Icon && <Icon aria-hidden />}
      {children}
    </button>
  )
}

export function MenuSeparator() {
  return <hr className="-mx-1 my-1 border-border" />
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <p className="px-2.5 pt-2 pb-1 text-xs font-medium text-muted-foreground">{children}</p>
}
