/** Lets passwords be shown on pages that send no other script; without it they work all the same. */
export function PasswordToggleScript() {
  return <script src="/password-toggle.js" defer />
}
