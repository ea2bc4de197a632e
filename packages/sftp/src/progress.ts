export {
  createProgressBar,
  type ProgressBar,
  type ProgressBarOptions,
} from './transfer/progress-bar.ts'
