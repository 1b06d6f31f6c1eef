import { type RefObject, useEffect } from 'react'

/** A text field as high as its text, between its own limits, where the browser cannot do that by itself (`field-sizing`). */
export function useGrowing(field: RefObject<HTMLTextAreaElement>, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured after each change of the text
  useEffect(() => {
    const area = field.current
    if (!area || CSS.supports('field-sizing', 'content')) return
    area.style.height = 'auto'
    area.style.height = `${area.scrollHeight + area.offsetHeight - area.clientHeight}px`
  }, [field, text])
}
