import { Router } from 'express'
import { Parcel } from '../models/parcel.js'

export const parcels = Router()

parcels.get('/:code', async (req, res) => {
  res.json(await Parcel.findOne({ code: req.params.code }))
})
