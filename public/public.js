// The only script of the account pages, which work without it (decision P21).
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

// Removes the error of a field.
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
addEventListener('input', ({ target }) => clear(target))

each('[data-confirms]', (input) => {
  const password = byId(input.dataset.confirms)
  input.onchange = password.onchange = () => {
    const { value, id } = input
    if (!value) return
    clear(input)
    if (value === password.value) return
    const error = document.createElement('p')
    error.id = `${id}-error`
    error.className = 'field-error'
    error.role = 'alert'
    error.textContent = input.dataset.differs
    input.ariaInvalid = true
    input.setAttribute('aria-describedby', error.id)
    input.parentElement.after(error)
  }
})

addEventListener('submit', (event) => {
  const { form, dataset, lastChild } = event.submitter
  if (form.ariaBusy) event.preventDefault()
  if (form.ariaBusy || !dataset.pending) return
  const idle = lastChild.data
  const show = (busy) => {
    lastChild.data = busy ? dataset.pending : idle
    form.ariaBusy = busy
  }
  show(true)
  addEventListener('pageshow', () => show(null))
  setTimeout(show, 10000, null)
})
