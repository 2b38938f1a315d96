package org.acme;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.util.List;

@Path("/fruits")
public class FruitResource {
  @GET
  public List<Fruit> list() {
    return Fruit.listAll();
  }
}
