import { type RefObject, useEffect, useRef } from 'react'
import { filesOfPaste } from './chosen-files.ts'

/** Takes the files that are pasted into `box`, screenshots above all; pasted text goes its own way. */
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
