export interface Crop {
  name: string
}
