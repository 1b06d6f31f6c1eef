import type { SubmissionResult } from '@conform-to/react'

/**
 * The place of the row that its button has just added to the form's `list` of `count` rows, -1 without one. The first field of
 * that row has `autoFocus`: React focuses it as the row appears, the browser itself where the page is loaded without scripts.
 */
export function addedRow(lastResult: SubmissionResult<string[]> | undefined, list: string, count: number): number {
  const intent = lastResult?.intent
  return intent?.type === 'insert' && intent.payload.name === list ? count - 1 : -1
}
