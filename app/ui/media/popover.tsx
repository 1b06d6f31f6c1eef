import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Button, type ButtonLook } from '#app/ui/button.tsx'

type PopoverProps = ButtonLook & {
  label: string
  /** Rendered each time it opens; `close` returns focus to the button. */
  children(close: () => void): ReactNode
}

/** A button with a popover above everything else. The browser closes it on Escape or a press outside. */
export function Popover({ label, children, ...look }: PopoverProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)

  useEffect(() => {
    const element = box.current
    if (!element) return
    const follow = (event: Event) => setOpen((event as ToggleEvent).newState === 'open')
    element.addEventListener('toggle', follow)
    return () => element.removeEventListener('toggle', follow)
  }, [])

  useEffect(() => {
    if (open) box.current?.querySelector<HTMLElement>('button:not([tabindex="-1"])')?.focus({ preventScroll: true })
  }, [open])

  function close() {
    box.current?.hidePopover()
    button.current?.focus()
  }

  return (
    <>
      <Button ref={button} popovertarget={id} aria-expanded={open} aria-haspopup="dialog" {...look}>
        {label}
      </Button>
      <div
        ref={box}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={label}
        className="beside-button max-w-[calc(100vw-1rem)] rounded-md border border-border bg-popover p-1.5 text-popover-foreground shadow backdrop:bg-transparent"
      >
        {open && children(close)}
      </div>
    </>
  )
}
