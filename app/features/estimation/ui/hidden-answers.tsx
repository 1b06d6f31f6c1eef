/** The answers of the other steps, which a step's form takes along: without scripts nothing else keeps them. */
export function HiddenAnswers({
  typed,
  except,
}: {
  typed: readonly (readonly [name: string, value: string])[]
  /** The fields that the form itself has. */
  except: readonly string[]
}) {
  return typed
    .filter(([name]) => !except.includes(name))
    .map(([name, value]) => <input key={`${name} ${value}`} type="hidden" name={name} value={value} />)
}
