import { env } from 'cloudflare:workers'

/**
 * The seeds of a simulation, one test each: SIMULATION_SEEDS sets their number,
 * SIMULATION_FIRST_SEED the first one.
 *
 * @param usual number of seeds of every test run
 */
export function simulationSeeds(usual: number): readonly number[] {
  const first = Number(env.SIMULATION_FIRST_SEED || 1)
  return Array.from({ length: Number(env.SIMULATION_SEEDS || usual) }, (_, index) => first + index)
}
