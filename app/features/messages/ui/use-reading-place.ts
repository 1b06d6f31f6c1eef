import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import { type OpenConversation, useChatActions } from '#app/features/conversations/ui/chat-model.ts'

/** React warns about `useLayoutEffect` on the server. */
export const useBrowserEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect

/** How much of a message has to be on the screen before it counts as seen (px). */
const seenHeight = 40

/** The highest `seq` of the messages that are on the screen; 0 if there are none. */
export function lastOnScreen(log: HTMLElement): number {
  const end = log.getBoundingClientRect().bottom
  const rows = log.querySelectorAll<HTMLElement>('[data-message][id]')
  for (let at = rows.length - 1; at >= 0; at -= 1) {
    const row = rows[at]
    const { top, height } = row?.getBoundingClientRect() ?? new DOMRect()
    // Nothing of a thread that is covered has a height.
    if (row && height > 0 && top + Math.min(height, seenHeight) <= end) return Number(row.id.slice(1))
  }
  return 0
}

/**
 * Follows how far the viewer has read: reports the last message on the screen (MSG-7), shows their own new message, and keeps the
 * place when newer messages load below. Returns what loads them.
 */
export function useReadingPlace(log: RefObject<HTMLElement>, { messages, conversation }: OpenConversation) {
  const actions = useChatActions()
  const { unread, markedUnread } = conversation
  const kept = useRef<{ row: Element; top: number } | null>(null)
  const last = messages.at(-1)
  const unsent = last?.tick === 'pending' ? last.id : null

  useBrowserEffect(() => {
    const { row, top = 0 } = kept.current ?? {}
    if (row && log.current) log.current.scrollTop += row.getBoundingClientRect().top - top
  }, [log, messages])

  const away = useRef(false)
  useEffect(() => {
    const box = log.current
    const look = () => {
      away.current = box !== null && box.scrollTop < 0
    }
    // A link to a message has scrolled before there was anything to listen.
    look()
    box?.addEventListener('scroll', look, { passive: true })
    return () => box?.removeEventListener('scroll', look)
  }, [log])

  useEffect(() => {
    if (!unsent || !away.current) return
    // With the frame's own layout, instead of forcing another one now.
    const drawing = requestAnimationFrame(() => log.current?.scrollTo({ top: 0 }))
    return () => cancelAnimationFrame(drawing)
  }, [log, unsent])

  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at after each change of the messages
  useEffect(() => {
    const box = log.current
    if (!box || !actions || !(unread > 0 || markedUnread)) return
    let drawing = 0
    const look = () => {
      cancelAnimationFrame(drawing)
      drawing = requestAnimationFrame(() => actions.seen(lastOnScreen(box)))
    }
    look()
    box.addEventListener('scroll', look, { passive: true })
    window.addEventListener('resize', look)
    return () => {
      cancelAnimationFrame(drawing)
      box.removeEventListener('scroll', look)
      window.removeEventListener('resize', look)
    }
  }, [log, actions, unread > 0, markedUnread, messages])

  return useCallback(async () => {
    const row = [...(log.current?.querySelectorAll('[data-message]') ?? [])].at(-1)
    if (!actions || !row) return true
    kept.current = { row, top: row.getBoundingClientRect().top }
    const move = () => {
      if (kept.current) kept.current.top = row.getBoundingClientRect().top
    }
    log.current?.addEventListener('scroll', move, { passive: true })
    const loaded = await actions.loadNewer()
    await new Promise(requestAnimationFrame)
    log.current?.removeEventListener('scroll', move)
    kept.current = null
    return loaded
  }, [log, actions])
}
