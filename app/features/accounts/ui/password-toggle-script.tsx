/** Shows and hides passwords on pages that send no other script. The forms also work without it. */
export function PasswordToggleScript() {
  return <script src="/password-toggle.js" defer />
}
