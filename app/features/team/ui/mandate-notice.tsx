import type { Message } from '#app/platform/errors.ts'
import { Alert } from '#app/ui/alert.tsx'
import { useText } from '#app/ui/text.ts'

/** Says why what the page is about would be refused: the user's mandate does not cover it. */
export function MandateNotice({ refusal }: { refusal: Message | null }) {
  const text = useText()
  return refusal && <Alert tone="warning">{text(refusal.key, refusal.params)}</Alert>
}
