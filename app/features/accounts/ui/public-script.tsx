/** The script of the account pages, which send no other. The forms also work without it. */
export function PublicScript() {
  return <script src="/public.js" defer />
}
