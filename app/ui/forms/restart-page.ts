import { createContext } from 'react'

/** Mounts the page anew, from what its loader gives. Apart from `useForm`, so that pages without forms do not load conform. */
export const RestartPage = createContext(() => {})
