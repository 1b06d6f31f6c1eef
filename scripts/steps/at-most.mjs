/** Runs tasks, at most `count` at a time. None of them may reject. */
export async function atMost(count, tasks) {
  const left = [...tasks]
  const worker = async () => {
    for (let task = left.shift(); task; task = left.shift()) await task()
  }
  await Promise.all(Array.from({ length: count }, worker))
}
