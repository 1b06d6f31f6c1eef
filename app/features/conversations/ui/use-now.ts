import { createContext, useContext, useEffect, useState } from 'react'

/** The server's moment of the page, so that what is rendered there and here says the same; then the browser's own. */
export const NowContext = createContext<number | null>(null)

/** The present time, to half a minute. */
export function useNow(): number {
  const given = useContext(NowContext)
  const [now, setNow] = useState(() => given ?? Date.now())
  useEffect(() => {
    const tell = () => setNow(Date.now())
    tell()
    const timer = setInterval(tell, 30_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
