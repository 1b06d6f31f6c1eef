import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { maxFilesPerMessage } from '#app/realtime/protocol/limits.ts'

/** The server's limit for one upload (bytes). */
export const maxFileBytes = 100_000_000

export type Refusal = { name: string; reason: 'tooLarge' | 'empty' | 'tooMany' }

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

/** The files of the message being written, whether picked, dropped or pasted. */
export function useChosenFiles() {
  const [{ files, refused }, setChosen] = useState(nothing)
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
