// Logging in with a passkey on the account pages; on the others app/features/accounts/ui/passkey-proof.tsx does the same.
const button = document.querySelector('[data-passkey]')
const told = button.nextElementSibling
const { form, dataset } = button

button.hidden = !globalThis.PublicKeyCredential?.parseRequestOptionsFromJSON

button.onclick = async () => {
  told.textContent = ''
  button.disabled = true
  try {
    const response = await fetch(dataset.passkey, { method: 'POST' })
    const { options, error } = await response.json()
    if (error) throw Object.assign(new Error(), { told: error })
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
    form.elements.passkey.value = JSON.stringify(await navigator.credentials.get({ publicKey }))
    form.submit()
  } catch (error) {
    told.textContent = error.told ?? dataset.failed
  }
  button.disabled = false
}
