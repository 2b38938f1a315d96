import { prisma } from "@repo/database";
import { Card } from "@repo/ui/card";

export const dynamic = "force-dynamic";

export default async function Page() {
  return <Card>{await prisma.course.count()} courses</Card>;
}
