import { redirect } from '@remix-run/node'
import { requestContext } from '#app/platform/requests/request-context.server.ts'

/**
 * Whether the page is being opened. Otherwise it answers its own form, which was refused or filled in again, and must
 * show what was typed whatever has happened to the record (GEN-9).
 */
export const isPageOpened = (): boolean => requestContext().method !== 'POST'

/**
 * For the loader of a page with a form: redirects to `to` when the page is opened although its form is not possible now.
 * @throws Response
 */
export function leavePage(to: string): void {
  if (isPageOpened()) throw redirect(to)
}
