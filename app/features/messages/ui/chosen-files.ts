import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { maxFilesPerMessage } from '#app/realtime/protocol/limits.ts'

/** The server's limit for one upload (bytes). */
export const maxFileBytes = 100_000_000

/** The types that the server accepts, by the ending of the file's name (MSG-3). */
export const acceptedEndings =
  /\.(png|jpe?g|gif|webp|pdf|docx?|xlsx|txt|dwg|dxf|zip|mp4|mov|webm|ogv|m4a|mp3|ogg|oga|opus|wav)$/i

export type Refusal = { name: string; reason: 'tooLarge' | 'empty' | 'tooMany' | 'type' }

/** Adds files to those of the next message, and returns those that cannot be sent. */
export function chooseFiles(chosen: readonly File[], added: readonly File[]): { files: File[]; refused: Refusal[] } {
  const files = [...chosen]
  const refused: Refusal[] = []
  for (const file of added) {
    if (files.some((each) => isSame(each, file))) continue
    const reason = refusalOf(file, files.length)
    if (reason) refused.push({ name: file.name, reason })
    else files.push(file)
  }
  return { files, refused }
}

function refusalOf(file: File, count: number): Refusal['reason'] | null {
  if (!acceptedEndings.test(file.name)) return 'type'
  if (file.size === 0) return 'empty'
  if (file.size > maxFileBytes) return 'tooLarge'
  return count >= maxFilesPerMessage ? 'tooMany' : null
}

const isSame = (one: File, other: File) =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified

/** The pasted files; none if there is text, because a table copied from an office program comes with an image of it. */
export function filesOfPaste(data: Pick<DataTransfer, 'files' | 'types'> | null): File[] {
  if (!data || data.types.includes('text/plain')) return []
  return [...data.files]
}

type Chosen = { files: File[]; refused: Refusal[] }

const nothing: Chosen = { files: [], refused: [] }

/** Files that were chosen for a conversation which is not open, by its id: in this tab, until it is left. */
const waiting = new Map<string, readonly File[]>()

/** The files of the message being written, whether picked, dropped or pasted. They stay with their conversation, as drafts do. */
export function useChosenFiles(conversationId: string) {
  const [{ files, refused }, setChosen] = useState<Chosen>(nothing)
  // Not in the first render, which is the server's.
  useEffect(() => setChosen({ files: [...(waiting.get(conversationId) ?? [])], refused: [] }), [conversationId])
  const restored = useRef(false)
  useEffect(() => {
    if (restored.current) {
      if (files.length > 0) waiting.set(conversationId, files)
      else waiting.delete(conversationId)
    }
    restored.current = true
  }, [conversationId, files])
  return {
    files,
    refused,
    add: useCallback((added: readonly File[]) => {
      if (added.length > 0) setChosen((chosen) => chooseFiles(chosen.files, added))
    }, []),
    remove: useCallback((file: File) => {
      setChosen((chosen) => ({ files: chosen.files.filter((each) => each !== file), refused: [] }))
    }, []),
    clear: useCallback(() => setChosen(nothing), []),
  }
}

/** Takes files that are pasted into `box`, such as screenshots. Pasted text is not affected. */
export function usePasteFiles(box: RefObject<HTMLElement>, onFiles: ((files: File[]) => void) | null): void {
  const take = useRef(onFiles)
  take.current = onFiles
  useEffect(() => {
    const element = box.current
    if (!element) return
    function paste(event: ClipboardEvent) {
      const files = take.current ? filesOfPaste(event.clipboardData) : []
      if (files.length === 0) return
      event.preventDefault()
      take.current?.(files)
    }
    element.addEventListener('paste', paste)
    return () => element.removeEventListener('paste', paste)
  }, [box])
}
