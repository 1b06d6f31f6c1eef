// The account pages' script (P21).
const each = (selector, run) => document.querySelectorAll(selector).forEach(run)
const byId = (id) => document.getElementById(id)

each('[data-password-toggle]', (button) => {
  const input = byId(button.getAttribute('aria-controls'))
  const show = (shown) => {
    input.type = shown ? 'text' : 'password'
    button.ariaPressed = shown
    button.title = shown ? button.dataset.hide : button.dataset.show
  }
  button.hidden = false
  button.onclick = () => {
    show(input.type === 'password')
    input.focus()
  }
  input.form.addEventListener('submit', () => show(false))
})

const clear = (input) => {
  if (!input.ariaInvalid) return
  input.ariaInvalid = null
  byId(`${input.id}-error`)?.remove()
  each(`[role=alert] a[href="#${input.id}"]`, (link) => {
    const list = link.closest('ul')
    link.closest('li').remove()
    if (!list.firstChild) list.parentElement.remove()
  })
}
addEventListener('input', ({ target }) => clear(target), true)

each('[data-confirms]', (input) => {
  const password = byId(input.dataset.confirms)
  // Leaving would move the clicked button.
  input.oninput = password.oninput = ({ target }) => {
    const { value } = input
    clear(input)
    if (!value || value === password.value || (target === input && password.value.startsWith(value))) return
    const p = Object.assign(document.createElement('p'), {
      id: `${input.id}-error`,
      className: 'field-error',
      role: 'alert',
      textContent: input.dataset.differs,
    })
    input.ariaInvalid = true
    input.setAttribute('aria-describedby', p.id)
    input.parentElement.after(p)
  }
})

addEventListener('submit', (event) => {
  const { form, dataset, lastChild } = event.submitter
  if (form.ariaBusy) return event.preventDefault()
  if (!dataset.pending) return
  const idle = lastChild.data
  const show = (busy) => {
    lastChild.data = busy ? dataset.pending : idle
    form.ariaBusy = busy
  }
  show(true)
  addEventListener('pageshow', () => show())
  setTimeout(show, 1e4)
})
