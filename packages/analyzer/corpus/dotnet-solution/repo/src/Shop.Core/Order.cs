namespace Shop.Core;

public record Order(int Id);
