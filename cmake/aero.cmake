# How rooms are built: what a room links is read from arrows.txt, never written by hand.
#
#   aero_library(<room> [SOURCES …] [PACKAGES …])            aero::<room>, headers from include/
#   aero_app(<room> <program> SOURCES … [PACKAGES …])        build/<preset>/<program>, or <program>.wasm
#   aero_test(<room> SOURCES … [PACKAGES …])                 one GoogleTest binary, run in the root
#   aero_fuzzer(<name> SOURCES … [SEEDS <folder>])           one libFuzzer target, in preset fuzz
#
# PACKAGES are names of aero_packages() below; what they bring stays private to the room.

include(GNUInstallDirs)
include(GoogleTest)
include(CMakePackageConfigHelpers)

# arrows.txt → AERO_ROOMS, and AERO_ARROWS_<room> for each.
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/arrows.txt)
file(STRINGS ${PROJECT_SOURCE_DIR}/arrows.txt aero_lines REGEX "^[a-z]+ *->")
foreach(line IN LISTS aero_lines)
  string(REGEX MATCH "^([a-z]+) *->(.*)$" line "${line}")
  set(room ${CMAKE_MATCH_1})
  separate_arguments(arrows UNIX_COMMAND "${CMAKE_MATCH_2}")
  list(APPEND AERO_ROOMS ${room})
  set(AERO_ARROWS_${room} ${arrows})
endforeach()

# The folder of a room, relative to the root; empty while the room is a plan.
function(aero_room_folder room result)
  set(${result} "" PARENT_SCOPE)
  foreach(folder ${room} libs/${room} apps/${room})
    if(EXISTS ${PROJECT_SOURCE_DIR}/${folder}/CMakeLists.txt)
      set(${result} ${folder} PARENT_SCOPE)
    endif()
  endforeach()
endfunction()

# Libraries that the room may use and that exist.
function(aero_room_links room result)
  if(NOT room IN_LIST AERO_ROOMS)
    message(FATAL_ERROR "arrows.txt has no room ${room}")
  endif()
  set(links "")
  foreach(used IN LISTS AERO_ARROWS_${room})
    aero_room_folder(${used} folder)
    if(folder)
      list(APPEND links aero_${used})
    endif()
  endforeach()
  set(${result} ${links} PARENT_SCOPE)
endfunction()

function(aero_add_rooms)
  set(wasm_rooms wasm ${AERO_ARROWS_wasm} testkit)
  foreach(room IN LISTS AERO_ROOMS)
    aero_room_folder(${room} folder)
    if(NOT folder
       OR (room STREQUAL "fuzz" AND NOT AERO_FUZZERS)
       OR (room STREQUAL "testkit" AND NOT (AERO_TESTS OR AERO_FUZZERS))
       OR (room STREQUAL "wasm" AND NOT (CMAKE_CROSSCOMPILING OR AERO_TESTS OR AERO_FUZZERS
                                         OR CMAKE_CXX_CLANG_TIDY))
       OR (CMAKE_CROSSCOMPILING AND NOT room IN_LIST wasm_rooms))
      continue()
    endif()
    add_subdirectory(${folder})
  endforeach()
endfunction()

# A macro: some packages define their targets only in the directory that finds them.
macro(aero_packages target scope)
  foreach(package ${ARGN})
    if(package STREQUAL "ICU")
      find_package(ICU REQUIRED COMPONENTS i18n uc)
      target_link_libraries(${target} ${scope} ICU::i18n ICU::uc)
    elseif(package STREQUAL "Boost") # nothing but headers
      find_package(Boost 1.81 CONFIG REQUIRED)
      target_link_libraries(${target} ${scope} Boost::headers)
    elseif(package STREQUAL "Threads")
      find_package(Threads REQUIRED)
      target_link_libraries(${target} ${scope} Threads::Threads)
    elseif(package STREQUAL "OpenSSL")
      find_package(OpenSSL REQUIRED)
      target_link_libraries(${target} ${scope} OpenSSL::SSL)
    elseif(package STREQUAL "SQLite3")
      find_package(SQLite3 REQUIRED)
      target_link_libraries(${target} ${scope} SQLite::SQLite3)
    elseif(package STREQUAL "nlohmann_json" AND CMAKE_CROSSCOMPILING)
      # Nothing but headers, but they must come without the rest of the system's.
      file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/include)
      file(CREATE_LINK /usr/include/nlohmann ${PROJECT_BINARY_DIR}/include/nlohmann SYMBOLIC)
      target_include_directories(${target} SYSTEM ${scope} ${PROJECT_BINARY_DIR}/include)
    else() # fmt, CLI11, nlohmann_json and whoever else names its target after itself
      find_package(${package} REQUIRED)
      target_link_libraries(${target} ${scope} ${package}::${package})
    endif()
  endforeach()
endmacro()

function(aero_library room)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;PACKAGES")
  set(target aero_${room})
  if(arg_SOURCES)
    add_library(${target} STATIC ${arg_SOURCES})
    set(scope PUBLIC)
    target_include_directories(${target} PRIVATE src)
    aero_packages(${target} PRIVATE ${arg_PACKAGES})
    if(EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/tests/mutants.json)
      set_target_properties(${target} PROPERTIES UNITY_BUILD OFF) # a mutant takes the place of a file
    endif()
  else()
    add_library(${target} INTERFACE)
    set(scope INTERFACE)
    aero_packages(${target} INTERFACE ${arg_PACKAGES})
  endif()
  add_library(aero::${room} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${room} VERIFY_INTERFACE_HEADER_SETS ON)
  target_compile_features(${target} ${scope} cxx_std_20)
  aero_room_links(${room} links)
  target_link_libraries(${target} ${scope} ${links})

  # include/**/x.hpp is public as it stands; include/**/x.hpp.in is configured first.
  set(made ${CMAKE_CURRENT_BINARY_DIR}/include)
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS include/*.hpp)
  file(GLOB_RECURSE templates CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR}/include
       include/*.hpp.in)
  foreach(template IN LISTS templates)
    string(REGEX REPLACE "\\.in$" "" header ${template})
    configure_file(include/${template} ${made}/${header} @ONLY)
    list(APPEND headers ${made}/${header})
  endforeach()
  target_sources(${target} ${scope} FILE_SET HEADERS BASE_DIRS include ${made} FILES ${headers})

  if(NOT room MATCHES "^(testkit|wasm)$") # these are of use here alone
    install(TARGETS ${target} EXPORT aeroplane FILE_SET HEADERS)
    set_property(GLOBAL APPEND PROPERTY AERO_PACKAGES ${arg_PACKAGES})
  endif()
endfunction()

function(aero_app room program)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "SOURCES;PACKAGES")
  add_executable(${program} ${arg_SOURCES})
  set_target_properties(${program} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
  target_include_directories(${program} PRIVATE src)
  aero_room_links(${room} links)
  target_link_libraries(${program} PRIVATE ${links})
  aero_packages(${program} PRIVATE ${arg_PACKAGES})
  if(CMAKE_CROSSCOMPILING) # a library for a page: exports, no main, and nothing asked of the host
    set_target_properties(${program} PROPERTIES SUFFIX .wasm)
    # The stack lies first, so that one that is too deep traps and overwrites nothing.
    target_link_options(${program} PRIVATE -mexec-model=reactor -Wl,--strip-all,--stack-first
                                           -Wl,-z,stack-size=262144)
    add_test(NAME ${room}.imports.${program} COMMAND node ${PROJECT_SOURCE_DIR}/tools/wasm-imports.mjs
                                          $<TARGET_FILE:${program}>)
  else()
    install(TARGETS ${program})
  endif()
endfunction()

# aero_gtest: GoogleTest with its main; the system's, or for wasm built from its sources.
function(aero_find_gtest)
  add_library(aero_gtest INTERFACE)
  if(CMAKE_CROSSCOMPILING)
    set(gtest /usr/src/googletest/googletest)
    set(gmock /usr/src/googletest/googlemock)
    # Objects, no archive: wasi-libc asks for main() too weakly to draw it out of one.
    add_library(gtest_wasm OBJECT ${gtest}/src/gtest-all.cc ${gmock}/src/gmock-all.cc
                                  ${gmock}/src/gmock_main.cc)
    target_sources(aero_gtest INTERFACE $<TARGET_OBJECTS:gtest_wasm>)
    target_include_directories(gtest_wasm SYSTEM PUBLIC ${gtest}/include ${gmock}/include
                               PRIVATE ${gtest} ${gmock})
    foreach(feature CLONE EXCEPTIONS PTHREAD RTTI STREAM_REDIRECTION)
      target_compile_definitions(gtest_wasm PUBLIC GTEST_HAS_${feature}=0)
    endforeach()
    target_compile_definitions(gtest_wasm PRIVATE _WASI_EMULATED_SIGNAL)
    target_link_libraries(gtest_wasm PUBLIC wasi-emulated-signal)
    target_compile_options(gtest_wasm PRIVATE -w)
    target_link_libraries(aero_gtest INTERFACE gtest_wasm)
  else()
    find_package(GTest REQUIRED)
    target_link_libraries(aero_gtest INTERFACE GTest::gmock_main)
  endif()
endfunction()

function(aero_test room)
  if(NOT AERO_TESTS)
    return()
  endif()
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;PACKAGES")
  set(target aero_${room}_test)
  add_executable(${target} ${arg_SOURCES})
  target_include_directories(${target} PRIVATE src tests)
  aero_room_links(${room} links)
  if(TARGET aero_${room})
    list(APPEND links aero_${room})
  endif()
  aero_room_folder(testkit testkit)
  if(testkit)
    list(APPEND links aero_testkit)
  endif()
  target_link_libraries(${target} PRIVATE ${links} aero_gtest)
  aero_packages(${target} PRIVATE ${arg_PACKAGES})
  if(CMAKE_CROSSCOMPILING)
    set_target_properties(${target} PROPERTIES SUFFIX .wasm)
  endif()
  gtest_discover_tests(
    ${target}
    TEST_PREFIX ${room}.
    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
    DISCOVERY_MODE PRE_TEST
    DISCOVERY_TIMEOUT 60
    PROPERTIES LABELS ${room} TIMEOUT 600)
endfunction()

function(aero_fuzzer name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "SEEDS" "SOURCES")
  add_executable(fuzz_${name} ${arg_SOURCES})
  aero_room_links(fuzz links)
  target_link_libraries(fuzz_${name} PRIVATE ${links})
  target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
  # What a run learns stays in the build folder; it starts from SEEDS or else from seeds/<name>.
  set(corpus ${CMAKE_CURRENT_BINARY_DIR}/corpus/${name})
  file(MAKE_DIRECTORY ${corpus})
  set(seeds ${CMAKE_CURRENT_SOURCE_DIR}/seeds/${name})
  if(arg_SEEDS)
    set(seeds ${arg_SEEDS})
  elseif(NOT EXISTS ${seeds})
    set(seeds "")
  endif()
  # Seconds by the environment: 15, or what AERO_FUZZ_SECONDS says when the test runs.
  add_test(NAME fuzz.${name} COMMAND sh -c "exec \"$0\" -max_total_time=\${AERO_FUZZ_SECONDS:-15} \"$@\""
                                     $<TARGET_FILE:fuzz_${name}> -timeout=10
                                     -artifact_prefix=${CMAKE_CURRENT_BINARY_DIR}/${name}- ${corpus} ${seeds})
  set_tests_properties(fuzz.${name} PROPERTIES LABELS fuzz TIMEOUT 1000000)
endfunction()

# Programs and libraries, so that others can find_package(aeroplane) and link aeroplane::<room>.
function(aero_install)
  set(folder ${CMAKE_INSTALL_LIBDIR}/cmake/aeroplane)
  get_property(packages GLOBAL PROPERTY AERO_PACKAGES)
  list(REMOVE_DUPLICATES packages)
  set(AERO_DEPENDENCIES "")
  foreach(package IN LISTS packages)
    if(package STREQUAL "ICU")
      string(APPEND package " COMPONENTS i18n uc")
    elseif(package STREQUAL "Boost")
      string(APPEND package " CONFIG")
    endif()
    string(APPEND AERO_DEPENDENCIES "find_dependency(${package})\n")
  endforeach()
  configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/aeroplane-config.cmake.in
                                aeroplane-config.cmake INSTALL_DESTINATION ${folder})
  write_basic_package_version_file(aeroplane-config-version.cmake COMPATIBILITY SameMinorVersion)
  install(EXPORT aeroplane NAMESPACE aeroplane:: FILE aeroplane-targets.cmake
          DESTINATION ${folder})
  install(FILES ${PROJECT_BINARY_DIR}/aeroplane-config.cmake
                ${PROJECT_BINARY_DIR}/aeroplane-config-version.cmake DESTINATION ${folder})
endfunction()
