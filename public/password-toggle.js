// Shows and hides passwords on the pages that carry no other script. app/ui/forms/password-field.tsx draws the buttons.
for (const button of document.querySelectorAll('[data-password-toggle]')) {
  const input = document.getElementById(button.getAttribute('aria-controls'))
  if (!input) continue
  button.hidden = false
  button.addEventListener('click', () => {
    const shown = input.type === 'password'
    input.type = shown ? 'text' : 'password'
    button.setAttribute('aria-pressed', String(shown))
    button.title = shown ? button.dataset.hide : button.dataset.show
    input.focus()
  })
  input.form?.addEventListener('submit', () => {
    input.type = 'password'
  })
}
