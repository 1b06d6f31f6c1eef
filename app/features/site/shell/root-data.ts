import { useRouteLoaderData } from '@remix-run/react'

/** The data of the root's loader. Inferring its type would make the features depend on the root. */
export type RootData = {
  tag: string
  theme: string
  year: number
  requestId: string
  viewer: { name: string; email: string; role: string } | null
}

/** Undefined only if the root's loader itself failed. */
export function useRootData(): RootData | undefined {
  return useRouteLoaderData('root') as RootData | undefined
}
