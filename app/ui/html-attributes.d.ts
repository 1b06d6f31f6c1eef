// Native attributes that React 18 passes through in lower case but does not declare.
import 'react'

declare module 'react' {
  interface HTMLAttributes<T> {
    popover?: 'auto' | 'manual' | 'hint' | ''
    inert?: ''
  }
  interface ButtonHTMLAttributes<T> {
    popovertarget?: string
    popovertargetaction?: 'show' | 'hide' | 'toggle'
    command?:
      | 'show-modal'
      | 'close'
      | 'request-close'
      | 'show-popover'
      | 'hide-popover'
      | 'toggle-popover'
      | `--${string}`
    commandfor?: string
  }
  interface DialogHTMLAttributes<T> {
    closedby?: 'any' | 'closerequest' | 'none'
  }
  interface DetailsHTMLAttributes<T> {
    name?: string
  }
}

declare global {
  interface HTMLElement {
    /** `source` is the element that anchors the popover. */
    showPopover(options?: { source?: HTMLElement }): void
  }
}
