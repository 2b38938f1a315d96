import { MongoClient } from "mongodb";

const url = Deno.env.get("MONGO_URL");
if (!url) throw new Error("MONGO_URL is required");

export const dinosaurs = new MongoClient(url).db("museum").collection("dinosaurs");
