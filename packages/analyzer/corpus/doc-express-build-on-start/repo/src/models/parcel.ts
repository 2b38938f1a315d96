import { model, Schema } from 'mongoose'

export const Parcel = model('Parcel', new Schema({ code: String, status: String }))
